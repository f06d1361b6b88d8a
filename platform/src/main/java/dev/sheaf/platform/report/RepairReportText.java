package dev.sheaf.platform.report;

import java.time.Instant;

import org.jspecify.annotations.Nullable;

import dev.sheaf.platform.store.NotedFault;

/** Writes a repair report for a terminal or a mail. */
final class RepairReportText {

    private static final int EXAMPLES = 10;
    private static final int DAY = 10;

    private RepairReportText() {}

    static String of(RepairReport report) {
        StringBuilder text = new StringBuilder();
        text.append("Faults in the responses of ").append(Phrases.oneLine(report.name())).append('\n');
        if (!report.baseUrl().isEmpty()) {
            text.append(report.baseUrl()).append('\n');
        }
        text.append("as met until ").append(day(report.made())).append("\n\n");
        if (report.chapters().isEmpty()) {
            return text.append("None is known.\n").toString();
        }
        for (RepairReport.Chapter chapter : report.chapters()) {
            text.append(chapter.fault()).append('\n');
            text.append("  ").append(numbers(chapter)).append('\n');
            text.append("  What helps: ").append(chapter.remedy()).append('\n');
            chapter.faults().stream().limit(EXAMPLES).forEach(fault -> example(text, fault));
            if (chapter.faults().size() > EXAMPLES) {
                text.append("  … and ").append(chapter.faults().size() - EXAMPLES).append(" more, in the table (--format csv)\n");
            }
            text.append('\n');
        }
        if (report.isShortened()) {
            text.append("There are more faults than these.\n");
        }
        return text.toString();
    }

    static String numbers(RepairReport.Chapter chapter) {
        String concerned = chapter.records() == 0
                ? chapter.faults().size() == 1 ? "responses as a whole" : chapter.faults().size() + " places around records"
                : chapter.records() == 1 ? "1 record" : chapter.records() + " records";
        return concerned + chapter.since().map(since -> ", since " + day(since)).orElse("")
                + chapter.last().map(last -> ", last met " + day(last)).orElse("");
    }

    private static void example(StringBuilder text, NotedFault fault) {
        text.append("  - ").append(fault.identifier() == null ? "(the response)" : Phrases.oneLine(fault.identifier()));
        if (!fault.prefix().isEmpty()) {
            text.append(" in ").append(fault.prefix());
        }
        text.append(": ").append(Phrases.oneLine(fault.what())).append('\n');
        if (!fault.before().isEmpty()) {
            text.append("      received: ").append(Phrases.oneLine(fault.before())).append('\n');
        }
        if (!fault.after().isEmpty()) {
            text.append("      repaired: ").append(Phrases.oneLine(fault.after())).append('\n');
        }
    }

    static String day(@Nullable Instant instant) {
        return instant == null ? "" : instant.toString().substring(0, DAY);
    }
}
