package dev.sheaf.browser;

/** Computes the contrast of all visible text by the rules of WCAG 2 (1.4.3): 4.5 to 1, or 3 to 1 for large text. */
final class Contrast {

    /** Runs in the page; answers with a line for each element whose text is too pale. */
    static final String SCRIPT = """
            () => {
              const parse = text => {
                const n = text.match(/[\\d.]+/g).map(Number);
                return [n[0], n[1], n[2], n.length > 3 ? n[3] : 1];
              };
              const over = (top, below) => [0, 1, 2].map(i => top[i] * top[3] + below[i] * (1 - top[3])).concat(1);
              const background = element => {
                const layers = [];
                for (let e = element; e; e = e.parentElement) {
                  layers.push(parse(getComputedStyle(e).backgroundColor));
                }
                return layers.reverse().reduce((below, top) => over(top, below), [255, 255, 255, 1]);
              };
              const luminance = colour => {
                const [r, g, b] = colour.slice(0, 3).map(v => v / 255).map(v => v <= 0.03928 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4);
                return 0.2126 * r + 0.7152 * g + 0.0722 * b;
              };
              const pale = [];
              for (const element of document.body.querySelectorAll('*')) {
                const own = [...element.childNodes].some(node => node.nodeType === Node.TEXT_NODE && node.data.trim());
                const style = getComputedStyle(element);
                if (!own || style.visibility === 'hidden' || element.getClientRects().length === 0) continue;
                const behind = background(element);
                const text = over(parse(style.color), behind);
                const [light, dark] = [luminance(text), luminance(behind)].sort((a, b) => b - a);
                const ratio = (light + 0.05) / (dark + 0.05);
                const size = parseFloat(style.fontSize);
                const large = size >= 24 || size >= 18.66 && +style.fontWeight >= 700;
                if (ratio < (large ? 3 : 4.5)) {
                  pale.push(`${element.tagName} "${element.textContent.trim().slice(0, 40)}": ${ratio.toFixed(2)}`);
                }
              }
              return pale;
            }""";

    private Contrast() {}
}
