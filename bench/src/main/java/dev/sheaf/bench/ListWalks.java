package dev.sheaf.bench;

import java.io.IOException;

import org.jspecify.annotations.Nullable;

/**
 * Walks over a whole list by the same client: Sheaf, the lower bound and the peer in turn.
 *
 * @param sheaf base URL of Sheaf
 * @param floor base URL of the same pages as files; null if nginx is not installed
 * @param peer base URL of the peer
 * @param records number of records in the list
 */
record ListWalks(String sheaf, @Nullable String floor, String peer, int records) {

    void measure(Report report) throws IOException, InterruptedException {
        // Compilers and caches of all processes are warmed up first, because the steady state is measured.
        for (boolean gzip : new boolean[]{false, true}) {
            Measured.walk(sheaf, gzip, 8, records, 2);
            Measured.walk(peer, gzip, 1, records, 2);
            if (floor != null) {
                Measured.walk(floor, gzip, 8, records, 1);
            }
        }
        for (boolean gzip : new boolean[]{false, true}) {
            for (int clients : new int[]{1, 8}) {
                measure(report, gzip, clients);
            }
        }
    }

    private void measure(Report report, boolean gzip, int clients) throws IOException, InterruptedException {
        int rounds = clients == 1 ? 4 : 3;
        double ours = 0;
        double files = 0;
        // In turn, so that noise affects both.
        for (int round = 0; round < rounds; round++) {
            ours = Math.max(ours, Measured.walk(sheaf, gzip, clients, records, 1));
            files = floor == null ? 0 : Math.max(files, Measured.walk(floor, gzip, clients, records, 1));
        }
        double peers = Measured.walk(peer, gzip, clients, records, 1);
        report.line("walk, " + (gzip ? "gzip, " : "plain, ") + (clients == 1 ? "one client" : clients + " clients"), ours,
                "records/s",
                "%s of the floor; 2 × the peer".formatted(gzip ? "0.50" : "0.60"),
                (floor == null
                        ? "nginx is not installed: no floor"
                        : "nginx %.0f: %.2f of the floor".formatted(files, ours / files))
                        + "; peer %.0f: %.1f ×".formatted(peers, ours / peers));
    }
}
