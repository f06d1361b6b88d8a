package dev.sheaf.validator.rules.lists;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

import dev.sheaf.validator.evidence.Evidence;
import dev.sheaf.validator.evidence.Evidence.ListName;
import dev.sheaf.validator.evidence.Observation;
import dev.sheaf.validator.evidence.PageSequence;
import dev.sheaf.validator.evidence.RecordFacts;
import dev.sheaf.validator.rules.Examination;
import dev.sheaf.validator.rules.RunRule;

/** A list advances with each page and ends: no page and no token occurs twice (S3.5). */
public final class ListProgresses implements RunRule {

    @Override
    public String name() {
        return "lists.progress";
    }

    @Override
    public boolean comparesMoments() {
        return true;
    }

    @Override
    public void judge(Evidence evidence, Examination examination) {
        for (ListName name : ListName.values()) {
            PageSequence list = evidence.list(name);
            if (list.pages().size() < 2) {
                examination.notJudged("no list came in more than one page");
                continue;
            }
            Map<String, Integer> seen = new HashMap<>();
            for (int i = 0; i < list.pages().size(); i++) {
                Observation page = list.pages().get(i);
                String content = content(page);
                Integer before = content.isEmpty() ? null : seen.putIfAbsent(content, i);
                if (before == null) {
                    examination.passed();
                } else {
                    examination.broken(page, "Page " + (i + 1) + " of " + page.request().verb() + " has the same entries as page "
                            + (before + 1) + ".");
                }
            }
            if (list.end() == PageSequence.End.LOOPING) {
                examination.broken(list.pages().getLast(), "The list gives the token '" + list.pages().getLast().document()
                        .nextToken() + "' a second time, so that it never ends.");
            }
        }
    }

    private static String content(Observation page) {
        List<String> entries = page.document().records().stream().map(RecordFacts::identifier).toList();
        return entries.isEmpty()
                ? page.document().answer().map(answer -> answer.children("set")).orElse(List.of()).stream()
                        .map(set -> set.textOf("setSpec")).toList().toString().replace("[]", "")
                : entries.toString();
    }
}
