package dev.sheaf.platform.web;

/**
 * A page with a heading and a text only.
 *
 * @param heading what happened
 * @param text why, and what the reader can do
 */
public record MessagePage(String heading, String text) {}
