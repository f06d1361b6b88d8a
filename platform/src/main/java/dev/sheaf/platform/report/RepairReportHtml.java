package dev.sheaf.platform.report;

import java.time.Instant;

import org.jspecify.annotations.Nullable;

import dev.sheaf.store.sources.NotedFault;
import dev.sheaf.store.sources.ProxiedTally;

/** Writer of a repair report as a self-contained page without scripts. All values from other servers are escaped. */
final class RepairReportHtml {

    private static final int EXAMPLES = 200;
    /** Number of characters of a date such as 2024-06-30. */
    private static final int DAY = 10;

    private final StringBuilder html = new StringBuilder(1 << 14);

    private RepairReportHtml() {}

    static String of(RepairReport report) {
        RepairReportHtml page = new RepairReportHtml();
        page.head(report);
        if (report.chapters().isEmpty()) {
            page.html.append("<p>No faults are known.</p>\n");
        } else {
            page.overview(report);
            report.chapters().forEach(page::chapter);
        }
        if (report.isShortened()) {
            page.html.append("<p>There are more faults than these.</p>\n");
        }
        page.html.append("</body>\n</html>\n");
        return page.html.toString();
    }

    private void head(RepairReport report) {
        html.append("""
                <!DOCTYPE html>
                <html lang="en">
                <head>
                <meta charset="utf-8">
                <meta name="viewport" content="width=device-width, initial-scale=1">
                <title>""");
        text("Faults in the responses of " + report.name());
        html.append("""
                </title>
                <style>
                :root { color-scheme: light dark }
                body { font-family: sans-serif; line-height: 1.4; max-width: 60rem; margin: 1rem auto; padding: 0 1rem }
                table { border-collapse: collapse; width: 100% }
                th, td { border: 1px solid; padding: .3rem .5rem; text-align: left; vertical-align: top }
                td { overflow-wrap: anywhere }
                code { white-space: pre-wrap; overflow-wrap: anywhere }
                </style>
                </head>
                <body>
                <h1>""");
        text("Faults in the responses of " + report.name());
        html.append("</h1>\n<p>");
        if (!report.baseUrl().isEmpty()) {
            text("Base URL: " + report.baseUrl() + ". ");
        }
        text("Faults until " + day(report.made()) + ".");
        html.append("</p>\n");
        ProxiedTally proxied = report.proxied();
        if (proxied.requests() > 0) {
            html.append("<p>");
            text("The proxy answered " + proxied.requests() + " requests during the last 30 days: " + proxied.kept()
                    + " records passed on, " + proxied.repaired() + " of them repaired, " + proxied.dropped() + " left out, "
                    + proxied.failed() + " requests without a usable response.");
            html.append("</p>\n");
        }
    }

    private void overview(RepairReport report) {
        html.append("<table>\n<thead><tr><th scope=\"col\">Fault</th><th scope=\"col\">Records</th><th scope=\"col\">Since</th>"
                + "<th scope=\"col\">Last seen</th></tr></thead>\n<tbody>\n");
        for (RepairReport.Chapter chapter : report.chapters()) {
            html.append("<tr><td><a href=\"#").append(anchor(chapter)).append("\">");
            text(chapter.fault());
            html.append("</a></td>");
            cell(chapter.records() == 0 ? "" : Long.toString(chapter.records()));
            cell(day(chapter.since().orElse(null)));
            cell(day(chapter.last().orElse(null)));
            html.append("</tr>\n");
        }
        html.append("</tbody>\n</table>\n");
    }

    private static String anchor(RepairReport.Chapter chapter) {
        return "fault-" + chapter.kind().replaceAll("[^a-z0-9-]", "-");
    }

    private void chapter(RepairReport.Chapter chapter) {
        html.append("<h2 id=\"").append(anchor(chapter)).append("\">");
        text(chapter.fault());
        html.append("</h2>\n<p>");
        text(numbers(chapter) + ". What helps: " + chapter.remedy());
        html.append("</p>\n<table>\n<thead><tr><th scope=\"col\">Record</th><th scope=\"col\">Repair</th>"
                + "<th scope=\"col\">Example</th><th scope=\"col\">Since</th></tr></thead>\n<tbody>\n");
        chapter.faults().stream().limit(EXAMPLES).forEach(this::row);
        html.append("</tbody>\n</table>\n");
        if (chapter.faults().size() > EXAMPLES) {
            html.append("<p>");
            text("And " + (chapter.faults().size() - EXAMPLES) + " more: the report in JSON has them.");
            html.append("</p>\n");
        }
    }

    private static String numbers(RepairReport.Chapter chapter) {
        String concerned = chapter.records() == 0
                ? chapter.faults().size() == 1 ? "responses as a whole" : chapter.faults().size() + " places around records"
                : chapter.records() == 1 ? "1 record" : chapter.records() + " records";
        return concerned + chapter.since().map(since -> ", since " + day(since)).orElse("")
                + chapter.last().map(last -> ", last seen " + day(last)).orElse("");
    }

    private static String day(@Nullable Instant instant) {
        return instant == null ? "" : instant.toString().substring(0, DAY);
    }

    private void row(NotedFault fault) {
        html.append("<tr>");
        cell((fault.identifier() == null ? "(the response)" : fault.identifier())
                + (fault.prefix().isEmpty() ? "" : " in " + fault.prefix()));
        cell(fault.what() + (fault.times() > 1 ? " (" + fault.times() + " times)" : ""));
        html.append("<td>");
        code("received: ", fault.before());
        code("repaired: ", fault.after());
        html.append("</td>");
        cell(day(fault.since()));
        html.append("</tr>\n");
    }

    private void code(String label, String excerpt) {
        if (!excerpt.isEmpty()) {
            text(label);
            html.append("<code>");
            text(excerpt);
            html.append("</code><br>");
        }
    }

    private void cell(String text) {
        html.append("<td>");
        text(text);
        html.append("</td>");
    }

    private void text(@Nullable String text) {
        for (char c : String.valueOf(text).toCharArray()) {
            switch (c) {
                case '&' -> html.append("&amp;");
                case '<' -> html.append("&lt;");
                case '>' -> html.append("&gt;");
                case '"' -> html.append("&quot;");
                default -> html.append(c < ' ' && c != '\n' && c != '\t' ? ' ' : c);
            }
        }
    }
}
