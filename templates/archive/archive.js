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

function search(box) {
	const input = box.querySelector("input");
	const found = box.querySelector("[role=status]");
	const rows = [...document.querySelectorAll("#games tbody tr")]
		.map((row) => ({row, text: plain(row.textContent)}));

	function look() {
		const words = plain(input.value).split(/\s+/).filter(Boolean);
		let count = 0;

		for (const {row, text} of rows) {
			row.hidden = !words.every((word) => text.includes(word));
			count += !row.hidden;
		}
		found.textContent = words.length ? `${count} / ${rows.length}` : "";
	}

	input.addEventListener("input", look);
	box.hidden = rows.length === 0;
	look();
}

const stage = document.getElementById("stage");
if (stage)
	game(stage);
const box = document.getElementById("search");
if (box)
	search(box);
