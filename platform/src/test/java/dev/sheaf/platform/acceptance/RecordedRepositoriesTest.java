package dev.sheaf.platform.acceptance;

import java.util.List;

/** Recorded repositories through hubs, where the recordings lie next to the checkout. */
class RecordedRepositoriesTest extends RepositoriesThroughHubs {

    RecordedRepositoriesTest() {
        super(RecordedResponses.RECORDED, "recorded-repositories.md");
    }

    @Override
    List<Integer> least() {
        return List.of(31, 301, 21, 201);
    }
}
