// SPDX-License-Identifier: MIT
// Stepping through a game, and searching the list of games. Without it both can be read all the same.
"use strict";

// ---- a game: its turns stand in the page for readers without scripts, and are shown one by one here

function game(stage) {
	const last = Number(stage.dataset.last);
	const view = stage.querySelector(".view");
	const number = stage.querySelector("output");
	const moves = document.querySelector(".moves");
	const text = document.querySelector("noscript").textContent;
	const turns = new DOMParser().parseFromString(text, "text/html").querySelectorAll(".turns section");
	let at = last;

	function show(turn) {
		const old = moves && moves.querySelector("[aria-current]");
		const link = moves && moves.querySelector(`a[href="#${turn}"]`);
		const section = document.importNode(turns[turn], true);
		const steps = section.querySelector(".steps");

		at = turn;
		if (steps)
			steps.remove();
		section.removeAttribute("id");
		view.replaceChildren(...section.childNodes);
		number.textContent = turn;
		if (old)
			old.removeAttribute("aria-current");
		if (link) {
			link.setAttribute("aria-current", "step");
			if (moves.scrollHeight > moves.clientHeight + 1)
				moves.scrollTop = link.offsetTop - moves.offsetTop - moves.clientHeight / 2;
		}
	}

	function go(turn) {
		turn = Math.max(0, Math.min(last, turn));
		if (turn === at)
			return;
		show(turn);
		history.replaceState(null, "", `#${turn}`);
	}

	function readAddress() {
		const asked = /^#(\d+)$/.exec(location.hash);

		show(asked && Number(asked[1]) <= last ? Number(asked[1]) : last);
	}

	const ways = {first: () => 0, back: () => at - 1, on: () => at + 1, last: () => last};
	const keys = {ArrowLeft: "back", ArrowRight: "on", Home: "first", End: "last"};

	for (const button of stage.querySelectorAll("button"))
		button.addEventListener("click", () => go(ways[button.dataset.go]()));
	document.addEventListener("keydown", (event) => {
		const way = keys[event.key];

		if (!way || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey ||
			event.target.closest("input, textarea, select, [contenteditable]"))
			return;
		event.preventDefault();
		go(ways[way]());
	});
	let touch = null, swiped = false;
	view.addEventListener("click", (event) => {
		const box = view.getBoundingClientRect();

		if (swiped || String(getSelection()))
			return;
		go(event.clientX < box.left + box.width / 2 ? at - 1 : at + 1);
	});
	view.addEventListener("touchstart", (event) => {
		touch = event.touches.length === 1 ? event.touches[0] : null;
		swiped = false;
	}, {passive: true});
	view.addEventListener("touchend", (event) => {
		const end = event.changedTouches[0];

		if (!touch)
			return;
		const across = end.clientX - touch.clientX, down = end.clientY - touch.clientY;
		if (Math.abs(across) < 40 || Math.abs(across) < 2 * Math.abs(down))
			return;
		swiped = true;
		setTimeout(() => { swiped = false; }, 400);
		go(across > 0 ? at - 1 : at + 1);
	}, {passive: true});
	addEventListener("hashchange", readAddress);
	stage.hidden = false;
	readAddress();
}

// ---- the list of games

function plain(text) {
	return text.normalize("NFD").replace(/[\u0300-\u036f]/g, "").toLowerCase();
}

// A row of a game from the data of all of them, as the list has it.
function rowOf([id, kind, players, result, turns, last]) {
	const row = document.createElement("tr");
	const cells = [["th", id], ["td", kind], ["td", ""], ["td", result], ["td", turns], ["td", ""]]
		.map(([tag, text]) => Object.assign(row.appendChild(document.createElement(tag)), {textContent: text}));
	const link = Object.assign(document.createElement("a"), {href: `games/${id}.html`, textContent: id});
	const time = Object.assign(document.createElement("time"), {dateTime: last, textContent: last.slice(0, 10)});

	cells[0].scope = "row";
	cells[0].replaceChildren(link);
	cells[2].replaceChildren(...players.flatMap(([name, won], at) => {
		const shown = won ? Object.assign(document.createElement("b"), {textContent: name}) : name;

		return at > 0 ? [", ", shown] : [shown];
	}));
	cells[5].replaceChildren(time);
	return row;
}

// Of a list of several pages all games are read when somebody searches; so many of those found are shown.
const MOST = 200;

function search(box) {
	const input = box.querySelector("input");
	const found = box.querySelector("[role=status]");
	const body = document.querySelector("#games tbody");
	const here = body ? [...body.rows] : [];
	let games = here.map((row) => ({row: () => row, text: plain(row.textContent)}));
	let all = box.dataset.all;

	function look() {
		const words = plain(input.value).split(/\s+/).filter(Boolean);
		const hits = games.filter(({text}) => words.every((word) => text.includes(word)));

		body.replaceChildren(...(words.length ? hits.slice(0, MOST).map(({row}) => row()) : here));
		found.textContent = words.length ? `${hits.length} / ${games.length}` : "";
	}

	function read() {
		const script = document.createElement("script");

		window.archiveGames = (list) => {
			games = list.map((game) => ({
				row: () => rowOf(game),
				text: plain([game[0], game[1], ...game[2].map(([name]) => name), ...game.slice(3)].join(" ")),
			}));
			look();
		};
		script.src = all;
		all = undefined;
		document.head.append(script);
	}

	input.addEventListener("input", () => {
		if (all)
			read();
		look();
	});
	box.hidden = here.length === 0;
	if (body)
		look();
}

const stage = document.getElementById("stage");
if (stage)
	game(stage);
const box = document.getElementById("search");
if (box)
	search(box);
