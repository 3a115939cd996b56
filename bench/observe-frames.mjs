// Runs in the page before its own code: notes when each frame begins, from `startFrames` to `stopFrames`, which gives the times.
let times = [];
let noting = false;

function look(now) {
  times.push(now);
  if (noting) requestAnimationFrame(look);
}

window.startFrames = () => {
  times = [];
  noting = true;
  requestAnimationFrame(look);
};
window.stopFrames = () => {
  noting = false;
  return times;
};
