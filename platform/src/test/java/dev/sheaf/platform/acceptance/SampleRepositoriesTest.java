package dev.sheaf.platform.acceptance;

import java.util.List;

/** Repositories of the samples through hubs, in every clone. */
class SampleRepositoriesTest extends RepositoriesThroughHubs {

    SampleRepositoriesTest() {
        super(RecordedResponses.SAMPLES, "sample-repositories.md");
    }

    @Override
    List<Integer> least() {
        return List.of(8, 13, 7, 27);
    }
}
