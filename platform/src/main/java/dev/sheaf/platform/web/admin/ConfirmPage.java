package dev.sheaf.platform.web.admin;

import org.jspecify.annotations.Nullable;

/**
 * Asks whether something is really wanted.
 *
 * @param frame around the page
 * @param question what would be done, and what that means
 * @param action where the form goes
 * @param button its label
 * @param box a box that can be ticked, its name; null when there is none
 * @param boxLabel its label: the meaning of a tick
 * @param backHref where nothing is done
 */
public record ConfirmPage(AdminFrame frame, String question, String action, String button, @Nullable String box, String boxLabel,
        String backHref) {}
