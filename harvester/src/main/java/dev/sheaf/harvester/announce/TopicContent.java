package dev.sheaf.harvester.announce;

/**
 * Content that a hub sends when a topic has changed (WebSub, section 7).
 *
 * @param hub address of the hub
 * @param topic canonical address of the topic
 * @param contentType of the topic
 * @param body as sent; not copied: callers must not change it
 */
public record TopicContent(String hub, String topic, String contentType, byte[] body) {}
