package dev.sheaf.bench.attack;

/** Process of the hostile sources, so that their work does not affect the measuring process. Argument: number of sources. */
final class HostileChild {

    private HostileChild() {}

    /** Reports the base URLs, serves until standard input ends, and reports the number of requests. */
    public static void main(String[] arguments) throws Exception {
        try (HostileSources sources = HostileSources.start(Integer.parseInt(arguments[0]))) {
            System.out.println("urls=" + String.join(" ", sources.baseUrls()));
            System.out.println("ready");
            while (System.in.read() >= 0) {
                // They serve until nobody listens.
            }
            System.out.println("requests=" + sources.requests());
        }
    }
}
