package io.tributary.read;

import io.tributary.model.SourceType;

/** Series of samples of one user, resource and source. */
record SeriesRef(int id, String provider, SourceType type) {}
