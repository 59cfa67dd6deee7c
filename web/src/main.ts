import { mount } from "svelte";
import App from "./App.svelte";
import "./styles/base.css";
import "./styles/start.css";
import "./styles/table.css";
import "./styles/prompt.css";
import "./styles/pages.css";
import "./styles/map.css";
import "./styles/cards.css";
import "./styles/narrow.css";

mount(App, { target: document.getElementById("app")! });
