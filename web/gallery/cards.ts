import "../src/design/type.css";
import "../src/design/tokens.css";
import { mount } from "svelte";
import ContactSheet from "./ContactSheet.svelte";

mount(ContactSheet, { target: document.getElementById("app")! });
