package dev.sheaf.validator.rules.http;

import dev.sheaf.harvester.http.BaseUrl;
import dev.sheaf.validator.evidence.Evidence;
import dev.sheaf.validator.evidence.Observation;
import dev.sheaf.validator.rules.Examination;
import dev.sheaf.validator.rules.RunRule;

/** The base URL answers itself: redirects are for mirrors and last for one list (S3.1.2.2, guidelines for repositories §6.2). */
public final class Moved implements RunRule {

    @Override
    public String name() {
        return "http.redirect";
    }

    @Override
    public void judge(Evidence evidence, Examination examination) {
        for (Observation observation : evidence.all()) {
            if (!observation.isAnswered()) {
                continue;
            }
            String answeredBy = BaseUrl.of(observation.answeredBy()).toString();
            if (observation.hasLostArguments()) {
                examination.broken(observation,
                        "The redirect to " + answeredBy
                                + " loses the arguments of the request: a client that follows it asks for nothing.",
                        null, "answered by " + observation.answeredBy());
            } else if (observation.remarks().stream().anyMatch(remark -> remark.contains("moved"))) {
                examination.broken(observation, "The base URL has moved permanently to " + answeredBy + ".", null,
                        "answered by " + observation.answeredBy());
            } else {
                examination.passed();
            }
        }
    }
}
