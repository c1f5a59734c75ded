"use strict";
(() => {
  const film = JSON.parse(document.getElementById("film").textContent);
  const { nodes, texts, views, names, words } = film;
  const $ = (id) => document.getElementById(id);
  const last = views[0].frames.length;
  const speeds = [0.5, 1, 2, 4, 8];
  let at = 1;
  let view = views[0];
  let speed = 1;
  let timer = 0;
  let linking = 0;

  // A picture is put together from its parts: a line, or the numbers of the parts that follow each other.
  const picture = (number) =>
    typeof nodes[number] === "string" ? nodes[number] : nodes[number].map(picture).join("\n");

  const moment = (version) => texts[view.moments[version - 1]];
  const told = (version) => texts[view.told[version - 1]];

  // A turn ends where the moment's name changes; a moment stands for its last version.
  const ends = () => view.moments.flatMap((name, i) => (name === view.moments[i + 1] ? [] : [i + 1]));

  function version(address) {
    const wanted = address.trim();
    if (wanted === "end") return last;
    if (wanted === "start") return ends()[0];
    if (/^\d+$/.test(wanted)) return Number(wanted) >= 1 && Number(wanted) <= last ? Number(wanted) : 0;
    for (let v = last; v >= 1; v--) {
      if (moment(v) === wanted || moment(v).startsWith(wanted + ".")) return wanted ? v : 0;
    }
    return 0;
  }

  // What is known by its place and title is not new, even if it moved aside a little.
  const key = (part) => `${part.closest("[id]")?.id} ${part.querySelector("title")?.textContent}`;
  const shown = () => [...$("board").querySelectorAll("g[role=img]")];

  function showBoard() {
    const before = new Set(shown().map(key));
    $("board").innerHTML = picture(view.frames[at - 1]);
    if (before.size) for (const part of shown()) if (!before.has(key(part))) part.classList.add("new");
  }

  function showStory() {
    $("story").replaceChildren(
      ...view.told.map((number, i) => {
        const item = document.createElement("li");
        const button = document.createElement("button");
        const place = document.createElement("b");
        const line = document.createElement("span");
        if (view.moments[i] !== view.moments[i - 1]) item.dataset.moment = texts[view.moments[i]];
        place.textContent = i + 1;
        line.textContent = texts[number];
        button.tabIndex = -1;
        button.append(place, line);
        button.addEventListener("click", () => go(i + 1));
        item.append(button);
        return item;
      }),
    );
    mark();
  }

  function showScore() {
    // Where one side's points are the other's upside down, one line tells both.
    const mirrored = (one, other) => one.every((points, v) => points === -other[v]);
    const sideNames = Object.keys(view.points).map((side) => names[side]);
    const all = Object.values(view.points);
    const twins = all.length === 2 && mirrored(...all);
    const sides = twins ? all.slice(0, 1) : all;
    const strokes = ["━━", "━ ━", "┅┅", "━ ·"];
    $("sides").textContent = twins
      ? `▲ ${sideNames[0]}\n▼ ${sideNames[1]}`
      : sideNames.map((name, i) => `${strokes[i % 4]} ${name}`).join("\n");
    const top = Math.max(1, ...sides.flat().map(Math.abs));
    const x = (v) => ((v - 1) / Math.max(1, last - 1)) * 1000;
    const below = sides.flat().some((p) => p < 0);
    const y = (p) => (below ? 20 - (p / top) * 18 : 38 - (p / top) * 36);
    const svg = $("score");
    svg.setAttribute("viewBox", "0 0 1000 40");
    const path = (kind, d) => {
      const line = document.createElementNS("http://www.w3.org/2000/svg", "path");
      line.setAttribute("class", kind);
      line.setAttribute("d", d);
      return line;
    };
    const round = (v) => moment(v).split(".")[0];
    const marks = ends().slice(0, -1);
    const big = marks.filter((v) => round(v) !== round(v + 1));
    const ticks = (some, from) => some.map((v) => `M${x(v)} ${from}V40`).join("");
    svg.replaceChildren(
      path("turn", ticks(marks, 30)),
      path("round", ticks(big, 0)),
      path("zero", `M0 ${y(0)}H1000`),
      ...sides.map((points, i) =>
        path(`side side${i % 4}`, points.map((p, v) => (v ? `H${x(v + 1)}V${y(p)}` : `M0 ${y(p)}`)).join("")),
      ),
      path("here", `M${x(at)} 0V40`),
    );
  }

  function showPlace() {
    const score = Object.entries(view.points).map(([side, points]) => `${names[side]} ${points[at - 1]}`);
    $("moment").textContent = `${moment(at)} · ${at}/${last} · ${score.join(", ")}`;
    $("at").value = at;
    $("at").setAttribute("aria-valuetext", `${at}: ${moment(at)}`);
    $("score").querySelector(".here")?.setAttribute("d", `M${((at - 1) / Math.max(1, last - 1)) * 1000} 0V40`);
    const list = $("story");
    for (const old of list.querySelectorAll("[aria-current]")) {
      old.removeAttribute("aria-current");
      old.firstChild.tabIndex = -1;
    }
    const item = list.children[at - 1];
    item.setAttribute("aria-current", "step");
    item.firstChild.tabIndex = 0;
    list.scrollTop = item.offsetTop - list.clientHeight / 3;
    if (!timer || at === last) say(`${at}. ${told(at)}`);
  }

  const say = (text) => ($("now").textContent = text);
  const hash = () => `#at=${at}&as=${encodeURIComponent(view.name)}`;

  function link() {
    clearTimeout(linking);
    linking = setTimeout(() => {
      try {
        history.replaceState(null, "", hash());
      } catch {
        // Some browsers keep files from writing their own address; the copied link still says it all.
      }
    }, 150);
  }

  function go(to) {
    at = Math.min(last, Math.max(1, to));
    showBoard();
    showPlace();
    link();
  }

  function look(name) {
    view = views.find((one) => one.name === name) ?? view;
    $("as").value = view.name;
    $("board").replaceChildren();
    showStory();
    showScore();
    go(at);
  }

  function turn(step) {
    const all = ends();
    const to = step > 0 ? all.find((v) => v > at) : all.findLast((v) => v < at);
    go(to ?? (step > 0 ? last : 1));
  }

  function stop() {
    clearInterval(timer);
    timer = 0;
    showPlay();
  }

  function play() {
    clearInterval(timer);
    if (at === last) go(1);
    timer = setInterval(() => {
      go(at + 1);
      if (at === last) stop();
    }, 1000 / speeds[speed]);
    showPlay();
  }

  function showPlay() {
    const name = timer ? words.pause : words.play;
    $("play").querySelector("path").setAttribute("d", timer ? "M6 4h4v16H6zM14 4h4v16h-4z" : "M6 3v18l15-9z");
    $("play").setAttribute("aria-label", name);
    $("play").title = `${name} (${words.space})`;
    $("speed").textContent = `${speeds[speed]}×`;
    $("speed").setAttribute("aria-label", `${words.speed}: ${speeds[speed]} ${words.per_second}`);
    if (!timer) say(`${at}. ${told(at)}`);
  }

  function hasten(step) {
    speed = Math.min(speeds.length - 1, Math.max(0, speed + step));
    if (timer) play();
    else showPlay();
  }

  function mark() {
    const wanted = $("search").value.trim().toLowerCase();
    let count = 0;
    for (const [i, item] of [...$("story").children].entries()) {
      const match = wanted !== "" && told(i + 1).toLowerCase().includes(wanted);
      item.classList.toggle("match", match);
      count += match;
    }
    $("found").textContent = wanted ? `${count} ${words.found}` : "";
  }

  function seek(step) {
    const found = [...$("story").children].flatMap((item, i) => (item.matches(".match") ? [i + 1] : []));
    if (!found.length) return;
    go((step > 0 ? found.find((v) => v > at) : found.findLast((v) => v < at)) ?? found.at(step > 0 ? 0 : -1));
  }

  async function copy() {
    const address = location.href.split("#")[0] + hash();
    try {
      await navigator.clipboard.writeText(address);
      say(words.copied);
    } catch {
      say(`${words.link}: ${address}`);
    }
  }

  function restore() {
    const wanted = new URLSearchParams(location.hash.slice(1));
    at = version(wanted.get("at") ?? "") || at;
    look(wanted.get("as") ?? view.name);
  }

  const toggle = () => (timer ? stop() : play());
  const typed = (field, text) => {
    field.focus();
    field.value = text;
  };
  const actions = {
    ArrowLeft: (event) => (event.shiftKey ? turn(-1) : go(at - 1)),
    ArrowRight: (event) => (event.shiftKey ? turn(1) : go(at + 1)),
    Home: () => go(1),
    End: () => go(last),
    " ": toggle,
    "<": () => hasten(-1),
    ">": () => hasten(1),
    g: () => typed($("go"), ""),
    v: () => look(views[(views.indexOf(view) + 1) % views.length].name),
    "/": () => $("search").select(),
    y: copy,
    "?": () => $("keys").showModal(),
  };
  for (let digit = 0; digit <= 9; digit++) actions[digit] = () => typed($("go"), `${digit}`);

  document.addEventListener("keydown", (event) => {
    const field = event.target;
    if (event.ctrlKey || event.altKey || event.metaKey || $("keys").open) return;
    if (field.matches("input:not([type=range]), select")) {
      if (event.key === "Escape") field.blur();
      return;
    }
    if (event.key === " " && field.matches("button")) return;
    if (event.key.length === 1 && !$("keys_on").checked) return;
    const action = Object.hasOwn(actions, event.key) ? actions[event.key] : null;
    if (!action) return;
    event.preventDefault();
    action(event);
  });

  const click = (id, action) => $(id).addEventListener("click", action);
  click("first", () => go(1));
  click("previous_turn", () => turn(-1));
  click("previous", () => go(at - 1));
  click("play", toggle);
  click("next", () => go(at + 1));
  click("next_turn", () => turn(1));
  click("last", () => go(last));
  click("speed", () => hasten(speed === speeds.length - 1 ? -speed : 1));
  click("copy", copy);
  click("help", () => $("keys").showModal());
  $("at").addEventListener("input", () => go(Number($("at").value)));
  $("as").addEventListener("change", () => look($("as").value));
  $("search").addEventListener("input", mark);
  $("search").addEventListener("keydown", (event) => {
    if (event.key !== "Enter") return;
    event.preventDefault();
    seek(event.shiftKey ? -1 : 1);
  });
  $("searching").addEventListener("submit", (event) => event.preventDefault());
  $("going").addEventListener("submit", (event) => {
    event.preventDefault();
    const to = version($("go").value);
    if (!to) return say(`${$("go").value}: ${words.no_moment}`);
    $("go").value = "";
    $("go").blur();
    go(to);
  });
  window.addEventListener("hashchange", restore);

  restore();
  showPlay();
})();
