"use strict";
// Shared by all pages: the data, the navigation, tables that sort.
const page = JSON.parse(document.getElementById("data").textContent);
const find = (selector, inside = document) => inside.querySelector(selector);
const all = (selector, inside = document) => [...inside.querySelectorAll(selector)];

// A number with its digits by threes, as the tables have it.
const grouped = new Intl.NumberFormat("en", { maximumFractionDigits: 0 });
function number(value) {
  return Math.abs(value) < 10000 ? String(value) : grouped.format(value).replaceAll(",", "\u202f");
}

// An element; attributes that are false or null are left out, children are elements or texts.
function element(name, attributes = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (value !== false && value !== null) made.setAttribute(key, value === true ? key : value);
  }
  made.append(...children);
  return made;
}

// The section that is read is marked in the navigation.
function markSections() {
  const links = new Map(all("nav a").map((a) => [a.getAttribute("href").slice(1), a]));
  const seen = new Set();
  const watch = new IntersectionObserver((entries) => {
    for (const e of entries) seen[e.isIntersecting ? "add" : "delete"](e.target.id);
    let marked = false;
    for (const [id, a] of links) {
      a.toggleAttribute("aria-current", !marked && seen.has(id));
      marked ||= seen.has(id);
    }
  }, { rootMargin: "-70px 0px -55% 0px" });
  for (const id of links.keys()) if (document.getElementById(id)) watch.observe(document.getElementById(id));
}

// Headings of a table that is marked become buttons that sort its rows.
function sortable(table) {
  const heads = all("thead th", table);
  const body = find("tbody", table);
  const key = (row, column) => {
    const text = row.children[column].textContent;
    const value = Number(text);
    return text !== "" && !Number.isNaN(value) ? value : text;
  };
  heads.forEach((head, column) => {
    const button = element("button", { type: "button" }, ...head.childNodes);
    head.append(button);
    button.addEventListener("click", () => {
      const down = head.getAttribute("aria-sort") === "ascending";
      heads.forEach((h) => h.removeAttribute("aria-sort"));
      head.setAttribute("aria-sort", down ? "descending" : "ascending");
      const rows = [...body.rows].map((row) => [key(row, column), row]);
      rows.sort(([a], [b]) => (typeof a === typeof b ? (a < b ? -1 : a > b ? 1 : 0) : typeof a === "number" ? -1 : 1));
      if (down) rows.reverse();
      body.append(...rows.map(([, row]) => row));
    });
  });
}

markSections();
all("table.sorts").forEach(sortable);
