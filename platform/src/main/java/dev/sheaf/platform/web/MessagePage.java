package dev.sheaf.platform.web;

/**
 * A page that has only something to say.
 *
 * @param heading what happened
 * @param text why, and what can be done
 */
public record MessagePage(String heading, String text) {}
