package dev.sheaf.platform.web.admin;

import java.util.List;

/** Page of a source's runs, latest first. */
public record RunsPage(AdminFrame frame, List<SourcePage.RunRow> runs) {}
