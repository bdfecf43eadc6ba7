// Runs in a page before its own scripts. It counts the WebGL objects that were created and not deleted. Those of a
// context that is gone are gone with it.
(() => {
  const KINDS = ["Buffer", "Texture", "Program", "VertexArray", "Framebuffer", "Renderbuffer", "Sampler"];
  const alive = new Map();
  const prototype = WebGL2RenderingContext.prototype;
  for (const kind of KINDS) {
    const [create, remove] = [prototype[`create${kind}`], prototype[`delete${kind}`]];
    prototype[`create${kind}`] = function (...args) {
      const made = create.apply(this, args);
      if (!alive.has(this)) alive.set(this, new Map(KINDS.map((each) => [each, new Set()])));
      if (made !== null) alive.get(this).get(kind).add(made);
      return made;
    };
    prototype[`delete${kind}`] = function (gone) {
      alive.get(this)?.get(kind).delete(gone);
      return remove.call(this, gone);
    };
  }
  window.graphicsObjects = () => {
    const counts = Object.fromEntries(KINDS.map((kind) => [kind, 0]));
    for (const [context, objects] of alive) {
      if (context.isContextLost()) alive.delete(context);
      else for (const kind of KINDS) counts[kind] += objects.get(kind).size;
    }
    return counts;
  };
})();
