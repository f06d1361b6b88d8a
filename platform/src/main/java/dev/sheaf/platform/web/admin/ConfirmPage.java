package dev.sheaf.platform.web.admin;

import org.jspecify.annotations.Nullable;

/**
 * Page that asks for confirmation of an action.
 *
 * @param frame layout around the page
 * @param question the action and its consequences
 * @param action target of the form
 * @param button label of the button
 * @param box name of a box; null if there is none
 * @param boxLabel label of the box
 * @param backHref link that does nothing
 */
public record ConfirmPage(AdminFrame frame, String question, String action, String button, @Nullable String box, String boxLabel,
        String backHref) {}
