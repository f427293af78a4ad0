/**
 * The adapter of Strava, API v3 (decisions in ADR 0106). The normalising part is pure: documents
 * in, neutral records out. Owns no table, address or event of its own.
 */
package io.tributary.provider.strava;
