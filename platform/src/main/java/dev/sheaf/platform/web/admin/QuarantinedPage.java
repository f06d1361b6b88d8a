package dev.sheaf.platform.web.admin;

import java.util.List;

import dev.sheaf.platform.web.admin.AdminFrame.Fact;

/**
 * Page of one entry of the quarantine.
 *
 * @param frame layout around the page
 * @param facts facts about it
 * @param raw received bytes as text; shortened if they are very long
 * @param rawHref link to the bytes
 * @param replayHref target of the form that reads it again
 * @param key key of the entry
 */
public record QuarantinedPage(AdminFrame frame, List<Fact> facts, String raw, String rawHref, String replayHref, String key) {}
