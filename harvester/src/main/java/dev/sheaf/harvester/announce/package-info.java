/** The client side of Notify and PushMetadata: tells a service provider that something is new, or sends it the records. */
@NullMarked
package dev.sheaf.harvester.announce;

import org.jspecify.annotations.NullMarked;
