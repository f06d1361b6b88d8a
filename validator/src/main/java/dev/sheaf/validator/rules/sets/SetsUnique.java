package dev.sheaf.validator.rules.sets;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

import dev.sheaf.validator.evidence.Evidence;
import dev.sheaf.validator.evidence.Evidence.ListName;
import dev.sheaf.validator.evidence.Observation;
import dev.sheaf.validator.evidence.PageSequence;
import dev.sheaf.validator.evidence.XmlNode;
import dev.sheaf.validator.rules.Examination;
import dev.sheaf.validator.rules.RunRule;

/** Each setSpec names one set (S2.6). */
public final class SetsUnique implements RunRule {

    @Override
    public String name() {
        return "sets.unique";
    }

    @Override
    public void judge(Evidence evidence, Examination examination) {
        PageSequence list = evidence.list(ListName.SETS);
        Map<String, Observation> seen = new HashMap<>();
        // A list that repeats its pages breaks another rule.
        int judged = list.end() == PageSequence.End.LOOPING ? 1 : list.pages().size();
        for (Observation page : list.pages().subList(0, Math.min(judged, list.pages().size()))) {
            for (XmlNode set : page.document().answer().map(answer -> answer.children("set")).orElse(List.of())) {
                String spec = set.textOf("setSpec").strip();
                if (seen.putIfAbsent(spec, page) == null) {
                    examination.passed();
                } else {
                    examination.broken(page, "ListSets names the set '" + spec + "' twice.", null,
                            "<setSpec>" + spec + "</setSpec><setName>" + set.textOf("setName") + "</setName>");
                }
            }
        }
        examination.notJudged("the repository has no sets");
    }
}
