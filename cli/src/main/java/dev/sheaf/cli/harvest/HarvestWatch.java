package dev.sheaf.cli.harvest;

import dev.sheaf.cli.program.Progress;
import dev.sheaf.harvester.HarvestEvent;
import dev.sheaf.harvester.ProgressListener;
import dev.sheaf.platform.report.Phrases;

/** Display of a harvest for the user who started it. */
final class HarvestWatch implements ProgressListener {

    /** Shortest wait in seconds that is displayed. */
    private static final long WORTH_TELLING_SECONDS = 5;

    private final Progress progress;

    HarvestWatch(Progress progress) {
        this.progress = progress;
    }

    @Override
    public void on(HarvestEvent event) {
        switch (event) {
            case HarvestEvent.PageSaved page -> {
                Long size = page.completeListSize();
                progress.at(page.received(), size == null ? -1 : size, () -> Phrases.countParts(page.total()));
            }
            case HarvestEvent.Waiting waiting -> {
                if (waiting.time().toSeconds() >= WORTH_TELLING_SECONDS) {
                    progress.note("  waiting " + Phrases.lasting(waiting.time().toSeconds()) + ": " + waiting.reason());
                }
            }
            case HarvestEvent.Note note -> progress.note("  " + note.message());
            case HarvestEvent.ListStarted started -> {
                if (started.resumed()) {
                    progress.note("  continuing where the last harvest of " + started.asked().prefix() + " was interrupted");
                }
            }
            case HarvestEvent.Asking _,HarvestEvent.Requested _,HarvestEvent.Answered _,HarvestEvent.RequestFailed _,HarvestEvent.Identified _,HarvestEvent.StrategyUsed _,HarvestEvent.ListEnded _,HarvestEvent.RunEnded _ -> {
                // The later events are displayed.
            }
        }
    }

}
