package io.tributary.read;

import io.tributary.model.SourceType;

/** What samples of one user, resource and source share. */
record SeriesRef(int id, String provider, SourceType type) {}
