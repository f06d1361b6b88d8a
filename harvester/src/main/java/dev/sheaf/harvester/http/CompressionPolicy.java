package dev.sheaf.harvester.http;

/**
 * Decision whether a server is asked to compress its answers. A server whose compression turned out to be broken is asked for plain bodies
 * from then on, instead of twice for each. Thread-safe.
 */
public final class CompressionPolicy {

    private volatile boolean wanted = true;
    private volatile boolean certain;
    private volatile boolean broken;

    /** True when compressed bodies are asked for. */
    public boolean isWanted() {
        return wanted;
    }

    /** True when a body came compressed in a way that could not be undone, and came well without compression. */
    public boolean isBroken() {
        return broken;
    }

    /** Sets whether to use compression, as far as is known; compression is given up when it fails. */
    public void use(boolean compressed) {
        wanted = compressed;
        certain = false;
    }

    /** Sets whether to use compression in every case; a body that cannot be read is requested once more without it. */
    public void insist(boolean compressed) {
        wanted = compressed;
        certain = true;
    }

    /** The same body came well without. */
    void failed() {
        broken = true;
        if (!certain) {
            wanted = false;
        }
    }
}
