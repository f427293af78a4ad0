/**
 * The self-service page of a team's own people: links to it, sessions, its files, and the
 * management calls that it may make. Owns tables portal_link, portal_session.
 */
package io.tributary.portal;
