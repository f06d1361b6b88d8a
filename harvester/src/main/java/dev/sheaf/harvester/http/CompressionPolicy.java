package dev.sheaf.harvester.http;

/**
 * Decision whether a server is asked to compress its answers. If its compression turns out to be broken, only plain bodies are requested
 * from then on, so that no body is requested twice. Thread-safe.
 */
public final class CompressionPolicy {

    private volatile boolean wanted = true;
    private volatile boolean certain;
    private volatile boolean broken;
    private volatile String refused = "";

    /** Returns true if compressed bodies are requested. */
    public boolean isWanted() {
        return wanted;
    }

    /** Returns true if a compressed body could not be read, and the same body arrived without compression. */
    public boolean isBroken() {
        return broken;
    }

    /** Sets whether compression is used, as far as is known. It is no longer used after a failure. */
    public void use(boolean compressed) {
        wanted = compressed;
        certain = false;
    }

    /** Sets whether compression is used in any case. An unreadable body is requested once more without it. */
    public void insist(boolean compressed) {
        wanted = compressed;
        certain = true;
    }

    /**
     * Asks for plain bodies by refusing a coding.
     *
     * @param coding name of a coding, or {@code *} for all but identity; empty to ask for identity alone
     */
    public void refuse(String coding) {
        insist(false);
        refused = coding;
    }

    /** Returns the coding that is refused by its name; empty when none is. */
    String refused() {
        return refused;
    }

    /** Notes that a body that could not be read arrived without compression. */
    void failed() {
        broken = true;
        if (!certain) {
            wanted = false;
        }
    }
}
