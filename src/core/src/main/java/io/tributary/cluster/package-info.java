/**
 * Nodes of one database as one bus: where members find each other, who may join, and how what they
 * say to each other is sealed. Owns no table; nothing that is true lives here.
 */
package io.tributary.cluster;
