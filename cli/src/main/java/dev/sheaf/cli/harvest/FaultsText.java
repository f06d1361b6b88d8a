package dev.sheaf.cli.harvest;

import java.util.List;
import java.util.function.BiConsumer;

import dev.sheaf.cli.program.Words;
import dev.sheaf.core.store.Quarantined;
import dev.sheaf.core.store.Repair;
import dev.sheaf.platform.report.Phrases;
import dev.sheaf.store.HubStore;
import dev.sheaf.store.records.Repairs;

/** Part of the output of {@code source show} about faulty records: repaired ones, and those in quarantine. */
public final class FaultsText {

    /** A few examples are shown: the others mostly have the same faults. */
    private static final int SHOWN = 5;
    private static final int LONGEST = 300;

    private final Repairs repairs;
    private final String id;

    public FaultsText(HubStore store, String id) {
        this.repairs = store.repairs();
        this.id = id;
    }

    /** Lines of label and value; none when there is nothing to report. */
    public void write(BiConsumer<String, String> line) {
        Repairs.Tally tally = repairs.tally(id);
        List<Repair> shown = repairs.of(id, SHOWN);
        if (!shown.isEmpty()) {
            line.accept("repaired", tally.repaired() == 0
                    ? "responses only, no record:"
                    : Words.number(tally.repaired()) + " records" + (tally.repaired() > SHOWN ? ", for instance:" : ":"));
            shown.forEach(repair -> line.accept("", repair(repair)));
        }
        if (tally.quarantined() > 0) {
            line.accept("in quarantine", Words.number(tally.quarantined()) + " that could not be accepted"
                    + (tally.quarantined() > SHOWN ? ", for instance:" : ":"));
            for (Quarantined one : repairs.quarantined(id, SHOWN)) {
                line.accept("", refused(one));
            }
        }
    }

    /** Returns a repair as one line, shortened if necessary: record, format and description. */
    static String repair(Repair repair) {
        return oneLine((repair.identifier() == null ? "a response" : repair.identifier()) + " in " + repair.prefix() + ": "
                + repair.what());
    }

    /** Returns a refused record as one line, shortened if necessary: identifier and reason. */
    static String refused(Quarantined refused) {
        return oneLine((refused.identifier() == null ? "without identifier" : refused.identifier()) + ": " + refused.reason());
    }

    /** Returns the beginning of a quotation. */
    private static String oneLine(String text) {
        String line = Phrases.oneLine(text);
        return line.codePointCount(0, line.length()) <= LONGEST ? line : line.substring(0, line.offsetByCodePoints(0, LONGEST));
    }
}
