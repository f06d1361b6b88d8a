package dev.sheaf.cli.publish;

import dev.sheaf.cli.program.Console;
import dev.sheaf.cli.program.Preview;
import dev.sheaf.cli.program.Progress;
import dev.sheaf.cli.program.Words;
import dev.sheaf.core.OaiRecord;
import dev.sheaf.publish.PublishListener;
import dev.sheaf.publish.PublishSummary;

/** Shows a crawl to whoever started it. */
final class PublishWatch implements PublishListener, AutoCloseable {

    /** More would fill the screen; the rest is counted. */
    private static final int MOST_REFUSED = 20;

    private final Console console;
    private final String id;
    private final Progress listing;
    private final Progress progress;
    private long refused;

    PublishWatch(Console console, String id) {
        this.console = console;
        this.id = id;
        this.listing = console.progress("listing", "files");
        this.progress = console.progress("publishing", "resources");
    }

    @Override
    public void listed(long files) {
        listing.at(files, -1);
    }

    @Override
    public void read(long resources, long all, PublishSummary summary) {
        listing.close();
        progress.at(resources, all, () -> PublishText.parts(summary));
    }

    @Override
    public void refused(String path, String reason) {
        refused++;
        if (refused <= MOST_REFUSED) {
            listing.close();
            progress.problem("refused: " + path + ": " + reason);
        }
    }

    @Override
    public void sample(OaiRecord record) {
        listing.close();
        progress.close();
        console.result(Preview.of(record));
    }

    @Override
    public void note(String message) {
        listing.close();
        progress.note(message);
    }

    void tellRest() {
        close();
        if (refused > MOST_REFUSED) {
            console.problem(
                    "and " + Words.number(refused - MOST_REFUSED) + " more that were refused. All of them: sheaf source show "
                            + id);
        }
    }

    @Override
    public void close() {
        listing.close();
        progress.close();
    }
}
