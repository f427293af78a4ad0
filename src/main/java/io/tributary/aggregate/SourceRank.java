package io.tributary.aggregate;

import io.tributary.model.SourceType;
import java.util.Comparator;
import java.util.List;
import java.util.Map;

/**
 * Which source of a group is kept: the best source type, then the provider of highest priority
 * (those of the request first, then those of the team, 0 where none is set), then the first slug.
 *
 * @param overrides slugs, the best first
 * @param team priorities by slug; larger wins
 */
record SourceRank(List<String> overrides, Map<String, Integer> team)
    implements Comparator<SourceRank.Source> {
  /** Best first (wearables-data.md §7). */
  static final List<SourceType> TYPES =
      List.of(
          SourceType.LAB,
          SourceType.AUTOMATIC,
          SourceType.WATCH,
          SourceType.RING,
          SourceType.CHEST_STRAP,
          SourceType.SCALE,
          SourceType.CUFF,
          SourceType.FINGERPRICK,
          SourceType.MANUAL_SCAN,
          SourceType.PHONE,
          SourceType.INSULIN_PUMP,
          SourceType.EXERCISE_MACHINE,
          SourceType.EARPHONE,
          SourceType.APP,
          SourceType.MULTIPLE_SOURCES,
          SourceType.UNKNOWN);

  /** What rows of one group may differ in. */
  record Source(String provider, SourceType type) {}

  SourceRank {
    overrides = List.copyOf(overrides);
    team = Map.copyOf(team);
  }

  /** Negative when the first is better. */
  @Override
  public int compare(Source a, Source b) {
    int byType = Integer.compare(TYPES.indexOf(a.type()), TYPES.indexOf(b.type()));
    if (byType != 0) {
      return byType;
    }
    int byOverride = Integer.compare(override(a.provider()), override(b.provider()));
    if (byOverride != 0) {
      return byOverride;
    }
    int byTeam =
        Integer.compare(team.getOrDefault(b.provider(), 0), team.getOrDefault(a.provider(), 0));
    return byTeam != 0 ? byTeam : a.provider().compareTo(b.provider());
  }

  private int override(String provider) {
    int place = overrides.indexOf(provider);
    return place < 0 ? Integer.MAX_VALUE : place;
  }
}
