// Answers when an element is there and a frame with it was drawn.
const [css, done] = arguments;
const look = () => {
  if (!document.querySelector(css)) return void setTimeout(look, 1);
  requestAnimationFrame(() => setTimeout(() => done(true), 0));
};
look();
