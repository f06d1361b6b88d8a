package dev.sheaf.validator.report;

import java.time.Instant;
import java.time.temporal.ChronoUnit;

import dev.sheaf.core.XmlFragment;
import dev.sheaf.core.xml.ElementWriter;

/**
 * A report in the XML of JUnit, which servers of continuous integration show: one suite, and a test case for each rule. A MUST that is not met
 * is a failure. Requests without an answer are errors, rules that were not judged are skipped, and a warning is output of a test that passes.
 * Stateless.
 */
public final class JunitReport {

    private JunitReport() {}

    /** Returns the element {@code testsuites}, without an XML declaration. Characters that XML cannot hold are replaced. */
    public static XmlFragment of(ValidationReport report) {
        boolean unjudged = report.outcome() == ValidationReport.Outcome.NOT_JUDGED;
        int tests = report.results().size() + 1;
        int errors = report.count(Verdict.UNREACHABLE) + (unjudged ? 1 : 0);
        String seconds = Long.toString(report.took().toSeconds());
        ElementWriter xml = new ElementWriter();
        xml.start("testsuites").attribute("name", "OAI-PMH").attribute("tests", Integer.toString(tests))
                .attribute("failures", Integer.toString(report.count(Verdict.FAILED)))
                .attribute("errors", Integer.toString(errors))
                .attribute("time", seconds);
        xml.start("testsuite").attribute("name", report.baseUrl()).attribute("tests", Integer.toString(tests))
                .attribute("failures", Integer.toString(report.count(Verdict.FAILED)))
                .attribute("errors", Integer.toString(errors))
                .attribute("skipped", Integer.toString(report.count(Verdict.NOT_JUDGED))).attribute("time", seconds)
                .attribute("timestamp", timestamp(report.began()));
        xml.start("testcase").attribute("classname", "validation").attribute("name", "the repository can be judged")
                .attribute("time", seconds);
        if (unjudged) {
            xml.start("error").attribute("type", "not judged").attribute("message", report.unjudged()).end();
        }
        xml.end();
        report.results().forEach(result -> testCase(xml, result));
        return xml.end().end().fragment();
    }

    private static String timestamp(Instant began) {
        String text = began.truncatedTo(ChronoUnit.SECONDS).toString();
        // The schema of JUnit's reports has times without a zone.
        return text.substring(0, text.length() - 1);
    }

    private static void testCase(ElementWriter xml, RuleResult result) {
        int dot = result.rule().indexOf('.');
        xml.start("testcase").attribute("classname", dot < 0 ? "rules" : result.rule().substring(0, dot))
                .attribute("name", result.rule() + ": " + result.text().title()).attribute("time", "0");
        switch (result.verdict()) {
            case PASSED -> {
                // A test case without content has passed.
            }
            case FAILED -> xml.start("failure").attribute("type", result.text().level().name())
                    .attribute("message", message(result))
                    .text(details(result)).end();
            case UNREACHABLE -> xml.start("error").attribute("type", "not reachable").attribute("message", result.reason()).end();
            case NOT_JUDGED -> xml.start("skipped").attribute("message", result.reason()).end();
            case WARNED, FLAKY -> xml.start("system-out")
                    .text(result.verdict().text() + ": " + message(result) + "\n" + details(result)).end();
        }
        xml.end();
    }

    private static String message(RuleResult result) {
        return result.violations().isEmpty() ? result.reason() : result.violations().getFirst().message();
    }

    private static String details(RuleResult result) {
        StringBuilder text = new StringBuilder(result.text().clause()).append('\n').append("Why: ").append(result.text().why())
                .append("\nRemedy: ").append(result.text().mend()).append('\n');
        for (Violation violation : result.violations()) {
            text.append('\n').append(violation.message());
            if (violation.identifier() != null) {
                text.append(" [").append(violation.identifier()).append(']');
            }
            text.append('\n').append(violation.request()).append(" -> HTTP ").append(violation.status()).append('\n');
            if (!violation.excerpt().isBlank()) {
                text.append(violation.excerpt().strip()).append('\n');
            }
        }
        return text.toString();
    }
}
