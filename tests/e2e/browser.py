# SPDX-License-Identifier: MIT
"""Chromium without a window, driven over a pipe (the DevTools protocol), and pages served to it.

    with Browser(folder) as browser:
        page = browser.open(f"{browser.base}/index.html", width=360)
        page.run("document.title")
        page.faults          what it complained of, and every address it asked for that isn't ours
"""

import base64
import functools
import http.server
import json
import os
import select
import shutil
import subprocess
import sys
import tempfile
import threading
import time

NAMES = ("chromium", "chromium-browser", "google-chrome")
PATIENCE = 60


def find():
    """The program; None where there is none."""
    return next((path for path in map(shutil.which, NAMES) if path), None)


class Server(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *_):
        pass


class Browser:
    def __init__(self, folder):
        self.server = http.server.ThreadingHTTPServer(
            ("127.0.0.1", 0), functools.partial(Server, directory=folder))
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
        self.base = f"http://127.0.0.1:{self.server.server_port}"
        self.profile = tempfile.mkdtemp(prefix="pbem-browser.")
        self.number, self.pages, self.rest = 0, {}, b""
        theirs_in, self.out = os.pipe()
        self.into, theirs_out = os.pipe()

        def hand_over():
            # As 3 and 4, by way of numbers that neither has.
            a, b = os.dup2(theirs_in, 103), os.dup2(theirs_out, 104)
            os.dup2(a, 3)
            os.dup2(b, 4)

        self.process = subprocess.Popen(
            [find(), "--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--no-first-run",
             "--disable-background-networking", "--hide-scrollbars", "--remote-debugging-pipe",
             f"--user-data-dir={self.profile}", "about:blank"],
            preexec_fn=hand_over, close_fds=False, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL)
        os.close(theirs_in)
        os.close(theirs_out)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.kill()
        self.process.wait()
        self.server.shutdown()
        shutil.rmtree(self.profile, ignore_errors=True)

    def receive(self, until):
        while b"\0" not in self.rest:
            if not select.select([self.into], [], [], max(0, until - time.monotonic()))[0]:
                raise TimeoutError("the browser doesn't answer")
            more = os.read(self.into, 1 << 20)
            if not more:
                raise EOFError("the browser is gone")
            self.rest += more
        message, self.rest = self.rest.split(b"\0", 1)
        return json.loads(message)

    def ask(self, method, session=None, **params):
        self.number += 1
        wanted = self.number
        message = {"id": wanted, "method": method, "params": params}
        if session:
            message["sessionId"] = session
        os.write(self.out, json.dumps(message).encode() + b"\0")
        until = time.monotonic() + PATIENCE
        while True:
            answer = self.receive(until)
            if answer.get("id") == wanted:
                assert "error" not in answer, f"{method}: {answer['error']}"
                return answer["result"]
            self.note(answer)

    def note(self, event):
        page = self.pages.get(event.get("sessionId"))
        if page and "method" in event:
            page.note(event["method"], event["params"])

    def open(self, address, **wishes):
        target = self.ask("Target.createTarget", url="about:blank")["targetId"]
        session = self.ask("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        page = Page(self, target, session)
        self.pages[session] = page
        page.begin(**wishes)
        page.go(address)
        return page


class Page:
    def __init__(self, browser, target, session):
        self.browser, self.target, self.session = browser, target, session
        self.faults, self.asked, self.loaded = [], [], False

    def ask(self, method, **params):
        return self.browser.ask(method, self.session, **params)

    def begin(self, width=1280, height=900, dark=False, scripts=True, touch=False):
        for domain in ("Page", "Runtime", "Network", "Log"):
            self.ask(f"{domain}.enable")
        self.ask("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1,
                 mobile=touch)
        self.ask("Emulation.setTouchEmulationEnabled", enabled=touch)
        self.ask("Emulation.setEmulatedMedia",
                 features=[{"name": "prefers-color-scheme", "value": "dark" if dark else "light"}])
        if not scripts:
            self.ask("Emulation.setScriptExecutionDisabled", value=True)

    def note(self, method, params):
        if method == "Page.loadEventFired":
            self.loaded = True
        elif method == "Runtime.exceptionThrown":
            self.faults.append(params["exceptionDetails"].get("exception", {}).get("description")
                               or params["exceptionDetails"]["text"])
        elif method == "Runtime.consoleAPICalled":
            self.faults.append(f"console: {[each.get('value') for each in params['args']]}")
        elif method == "Log.entryAdded":
            self.faults.append(f"log: {params['entry']['text']} {params['entry'].get('url', '')}")
        elif method == "Network.requestWillBeSent":
            self.asked.append(params["request"]["url"])
            if not params["request"]["url"].startswith((self.browser.base + "/", "file://")):
                self.faults.append(f"asked for {params['request']['url']}")
        elif method == "Network.responseReceived" and params["response"]["status"] >= 400:
            self.faults.append(f"{params['response']['url']}: {params['response']['status']}")

    def go(self, address):
        self.loaded = False
        self.ask("Page.navigate", url=address)
        until = time.monotonic() + PATIENCE
        while not self.loaded:
            self.browser.note(self.browser.receive(until))

    def run(self, script):
        """Returns the value of the script; waits for a promise."""
        result = self.ask("Runtime.evaluate", expression=script, returnByValue=True, awaitPromise=True)
        assert "exceptionDetails" not in result, f"{script[:200]}: {result['exceptionDetails']}"
        return result["result"].get("value")

    def key(self, name):
        for kind in ("keyDown", "keyUp"):
            self.ask("Input.dispatchKeyEvent", type=kind, key=name, code=name)

    def click(self, x, y):
        for kind in ("mousePressed", "mouseReleased"):
            self.ask("Input.dispatchMouseEvent", type=kind, x=x, y=y, button="left", clickCount=1)

    def swipe(self, start, end, y):
        self.ask("Input.dispatchTouchEvent", type="touchStart", touchPoints=[{"x": start, "y": y}])
        self.ask("Input.dispatchTouchEvent", type="touchMove", touchPoints=[{"x": (start + end) / 2, "y": y}])
        self.ask("Input.dispatchTouchEvent", type="touchMove", touchPoints=[{"x": end, "y": y}])
        self.ask("Input.dispatchTouchEvent", type="touchEnd", touchPoints=[])

    def picture(self, path, whole=False):
        data = self.ask("Page.captureScreenshot", format="png", captureBeyondViewport=whole)["data"]
        with open(path, "wb") as file:
            file.write(base64.b64decode(data))

    def close(self):
        self.browser.ask("Target.closeTarget", targetId=self.target)
        self.browser.pages.pop(self.session, None)


if __name__ == "__main__":
    sys.exit(find() is None)
