import svelte from "eslint-plugin-svelte";
import globals from "globals";
import ts from "typescript-eslint";
import svelteConfig from "./svelte.config.js";

export default ts.config(
  { ignores: ["dist/", "node_modules/", "conformance/", "src/backend/generated/"] },
  ...ts.configs.strictTypeChecked,
  ...svelte.configs.recommended,
  {
    languageOptions: {
      globals: globals.browser,
      parserOptions: {
        projectService: { allowDefaultProject: ["eslint.config.js", "svelte.config.js"] },
        tsconfigRootDir: import.meta.dirname,
        extraFileExtensions: [".svelte"],
      },
    },
    rules: {
      // A number in a sentence is what it looks like.
      "@typescript-eslint/restrict-template-expressions": ["error", { allowNumber: true }],
      "@typescript-eslint/consistent-type-imports": "error",
      // `onclick={() => choose(row)}` says enough.
      "@typescript-eslint/no-confusing-void-expression": ["error", { ignoreArrowShorthand: true }],
    },
  },
  {
    files: ["**/*.svelte", "**/*.svelte.ts"],
    languageOptions: { parserOptions: { parser: ts.parser, svelteConfig } },
  },
  {
    files: ["**/*.svelte.ts"],
    // The store replaces its maps and sets whole (`$state.raw`), so that two states can be compared.
    rules: { "svelte/prefer-svelte-reactivity": "off" },
  },
  {
    // TypeScript checks undefined names itself, and knows more of them.
    rules: { "no-undef": "off" },
  },
  {
    files: ["**/*.svelte"],
    rules: {
      // The type checker sees a component's props as `any` here; svelte-check sees them whole.
      "@typescript-eslint/no-unsafe-assignment": "off",
      "@typescript-eslint/no-unsafe-argument": "off",
      "@typescript-eslint/no-unsafe-call": "off",
      "@typescript-eslint/no-unsafe-member-access": "off",
      "@typescript-eslint/no-unsafe-return": "off",
      // `$props()` and `$bindable()` are assigned by the caller, which this rule does not see.
      "@typescript-eslint/no-unnecessary-condition": "off",
      "@typescript-eslint/no-confusing-void-expression": "off",
      "prefer-const": "off",
    },
  },
  {
    files: ["*.js"],
    ...ts.configs.disableTypeChecked,
  },
);
