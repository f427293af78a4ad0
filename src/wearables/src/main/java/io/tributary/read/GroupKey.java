package io.tributary.read;

import io.tributary.model.Source;
import java.util.UUID;

/**
 * Key of a group of samples.
 *
 * @param seriesIndex index of the series in the order of groups
 * @param device null for none, like workout and sport
 */
record GroupKey(int seriesIndex, UUID device, UUID workout, String sport) {
  Source source(SeriesRef series) {
    return new Source(series.provider(), series.type(), null, device, sport, workout);
  }
}
