package dev.sheaf.platform.watch;

import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

import org.jspecify.annotations.Nullable;

import dev.sheaf.core.OneLine;
import dev.sheaf.core.RepositoryDescription;
import dev.sheaf.core.store.Source;
import dev.sheaf.core.store.SourceDescription;
import dev.sheaf.platform.watch.KeptReport.Example;
import dev.sheaf.platform.watch.KeptReport.Finding;
import dev.sheaf.store.HubStore;
import dev.sheaf.store.conformance.KeptValidation;
import dev.sheaf.store.conformance.Validations.NewestResults;
import dev.sheaf.validator.report.Verdict;

/**
 * A letter to the administrator of a repository about the last verdict on it: recipients, subject, findings with examples, why they matter and
 * how to mend them. The text is ready to send; the sender adds the signature. It quotes the repository in single lines without control
 * characters, so that nothing in it can change the head of a message. Stateless.
 */
public final class AdministratorLetter {

    private static final int LINE = 76;
    private static final int MOST_RECOMMENDATIONS = 10;
    private static final int MOST_EXAMPLES = 2;
    private static final int MOST_RECIPIENTS = 5;
    private static final int LONGEST_ADDRESS = 254;
    private static final String INDENT = "   ";
    private static final Pattern MAIL = Pattern
            .compile("[A-Za-z0-9.!#$%&'*+/=?^_{|}~-]{1,64}@[A-Za-z0-9-]{1,63}(\\.[A-Za-z0-9-]{1,63}){1,10}");
    private static final Pattern FORMAT_CHARACTERS = Pattern.compile("\\p{Cf}");
    private static final DateTimeFormatter DAY = DateTimeFormatter.ofPattern("d MMMM uuuu", Locale.ENGLISH)
            .withZone(ZoneOffset.UTC);

    private AdministratorLetter() {}

    /**
     * Returns the letter; empty if there is no verdict, because then there is nothing to write about.
     *
     * @param page address of the page with the whole report; null if it is not public
     */
    public static Optional<String> of(HubStore store, Source source, String address, @Nullable String page) {
        Optional<NewestResults> newest = store.validations().newest(address);
        Optional<KeptValidation> judged = newest.flatMap(NewestResults::judged);
        Optional<KeptReport> report = judged.flatMap(one -> store.validations().report(one.number())).flatMap(KeptReport::read);
        if (judged.isEmpty() || report.isEmpty()) {
            return Optional.empty();
        }
        Optional<RepositoryDescription> told = store.description(source.id()).map(SourceDescription::identify);
        List<String> mails = told.map(RepositoryDescription::adminEmails).orElse(List.of());
        String stated = judged.get().name().isEmpty() ? source.name() : judged.get().name();
        return Optional.of(text(harmless(stated == null ? address : stated), address, mails, judged.get(), report.get(), page));
    }

    static String text(String name, String address, List<String> mails, KeptValidation validation, KeptReport report,
            @Nullable String page) {
        List<Finding> wrong = report.with(Verdict.FAILED);
        List<Finding> recommendations = report.with(Verdict.WARNED);
        List<String> lines = new ArrayList<>();
        lines.add("To: " + recipients(mails));
        lines.add("Subject: OAI-PMH of " + name + ": " + subject(wrong, recommendations));
        lines.add("");
        lines.add("Dear colleagues,");
        lines.add("");
        wrap(lines, "", "we harvest the metadata of your repository \"" + name + "\" with OAI-PMH, from the base URL");
        lines.add("");
        lines.add(INDENT + harmless(address));
        lines.add("");
        wrap(lines, "", "On " + day(validation.began()) + " we validated it by the rules of OAI-PMH 2.0, with "
                + validation.requests() + " requests and " + validation.records() + " records. "
                + result(wrong, recommendations));
        section(lines, "Requirements that are not met", wrong, wrong.size());
        section(lines, "Recommendations that are not met", recommendations, MOST_RECOMMENDATIONS);
        List<Finding> flaky = report.with(Verdict.FLAKY);
        if (!flaky.isEmpty()) {
            lines.add("");
            wrap(lines, "", "Not steady: " + flaky.size() + (flaky.size() == 1 ? " rule was" : " rules were")
                    + " not met at first, and met when we asked again. The server may be overloaded at times.");
        }
        lines.add("");
        wrap(lines, "", "Paragraphs that begin with S are those of the protocol, "
                + "http://www.openarchives.org/OAI/openarchivesprotocol.html; G stands for its implementation guidelines.");
        if (page != null) {
            lines.add("");
            wrap(lines, "", "The whole report with the parts of the responses, the history and a badge for your pages is at");
            lines.add("");
            lines.add(INDENT + page);
        }
        lines.add("");
        wrap(lines, "", wrong.isEmpty()
                ? "Thank you for a repository that harvesters can rely on."
                : "We validate the repository again from time to time. If one of the findings seems wrong to you, please tell us: "
                        + "then the mistake is ours.");
        lines.add("");
        lines.add("With kind regards,");
        lines.add("");
        lines.add("[name, institution, e-mail address]");
        return String.join("\n", lines) + "\n";
    }

    /** Returns the usable ones of the addresses that a repository states. */
    static String recipients(List<String> mails) {
        List<String> recipients = mails.stream().filter(AdministratorLetter::isMail).limit(MOST_RECIPIENTS).toList();
        return recipients.isEmpty() ? "[the repository states no usable address]" : String.join(", ", recipients);
    }

    private static String subject(List<Finding> wrong, List<Finding> recommendations) {
        if (!wrong.isEmpty()) {
            return counted(wrong.size(), "requirement") + " not met";
        }
        return recommendations.isEmpty() ? "conformant" : "conformant, " + counted(recommendations.size(), "recommendation");
    }

    private static String result(List<Finding> wrong, List<Finding> recommendations) {
        if (wrong.isEmpty()) {
            return "Every requirement that could be judged is met."
                    + (recommendations.isEmpty() ? "" : " Some recommendations are not; most harvesters cope with that.");
        }
        return (wrong.size() == 1 ? "One requirement is" : wrong.size() + " requirements are")
                + " not met. Because of " + (wrong.size() == 1 ? "it" : "them")
                + ", harvesters can fail, or lose records without notice.";
    }

    private static String counted(int number, String noun) {
        return number + " " + noun + (number == 1 ? "" : "s");
    }

    private static void section(List<String> lines, String heading, List<Finding> findings, int most) {
        if (findings.isEmpty()) {
            return;
        }
        lines.add("");
        lines.add("");
        lines.add(heading.toUpperCase(Locale.ROOT));
        for (int i = 0; i < Math.min(findings.size(), most); i++) {
            finding(lines, i + 1, findings.get(i));
        }
        if (findings.size() > most) {
            lines.add("");
            lines.add("… and " + counted(findings.size() - most, "further one") + ", see the report.");
        }
    }

    private static void finding(List<String> lines, int number, Finding finding) {
        lines.add("");
        wrap(lines, "", number + ". " + finding.title() + " (" + finding.clause() + ")");
        if (finding.judged() > 1) {
            wrap(lines, INDENT, "Wrong in " + finding.broken() + " of " + finding.judged() + " places.");
        }
        for (Example example : finding.examples().stream().limit(MOST_EXAMPLES).toList()) {
            wrap(lines, INDENT, "We saw: " + harmless(example.message())
                    + (example.identifier().isEmpty() ? "" : " [" + harmless(example.identifier()) + "]"));
            lines.add(INDENT + "Request: " + harmless(example.request()));
        }
        wrap(lines, INDENT, "Why it matters: " + finding.why());
        wrap(lines, INDENT, "How to mend it: " + finding.remedy());
        finding.remedies().forEach((platform, remedy) -> wrap(lines, INDENT, "In " + platform + ": " + remedy));
    }

    /** Adds a text in lines of a width that mail programs leave as they are. Words are not broken. */
    static void wrap(List<String> lines, String indent, String text) {
        StringBuilder line = new StringBuilder(indent);
        for (String word : text.split(" ")) {
            if (line.length() > indent.length() && line.length() + 1 + word.length() > LINE) {
                lines.add(line.toString());
                line.setLength(0);
                line.append(indent);
            }
            if (line.length() > indent.length()) {
                line.append(' ');
            }
            line.append(word);
        }
        lines.add(line.toString());
    }

    private static boolean isMail(String text) {
        return text.length() <= LONGEST_ADDRESS && MAIL.matcher(text).matches();
    }

    static String day(Instant time) {
        return DAY.format(time);
    }

    /** Returns a text of a stranger in one line without characters that control its direction. */
    static String harmless(String text) {
        return FORMAT_CHARACTERS.matcher(OneLine.of(text)).replaceAll("");
    }
}
