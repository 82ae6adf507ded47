/** @type {import("stylelint").Config} */
export default {
  extends: ["stylelint-config-standard"],
  rules: {
    // Prettier and the author decide about blank lines.
    "at-rule-empty-line-before": null,
    "comment-empty-line-before": null,
    "custom-property-empty-line-before": null,
    "declaration-empty-line-before": null,
    "rule-empty-line-before": null,
    // The styles of a component are short enough to keep their order in mind.
    "no-descending-specificity": null,
    // A step of the type scale can be negative (--step--1), and a class can end with the letter of a card (.cloth-Y).
    "custom-property-pattern": "^[a-z][a-z0-9]*(--?[a-z0-9]+)*$",
    "selector-class-pattern": "^[a-z][a-z0-9]*(-[a-zA-Z0-9]+)*$",
    "property-no-vendor-prefix": [true, { ignoreProperties: ["/text-size-adjust$/", "/user-select$/"] }], // for Safari
    "selector-pseudo-class-no-unknown": [true, { ignorePseudoClasses: ["global"] }],
    "value-keyword-case": ["lower", { camelCaseSvgKeywords: true, ignoreProperties: ["/^--(display|sans)$/"] }],
  },
  overrides: [{ files: ["**/*.svelte"], customSyntax: "postcss-html" }],
};
