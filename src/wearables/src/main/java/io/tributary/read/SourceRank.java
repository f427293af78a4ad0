package io.tributary.read;

import io.tributary.model.SourceType;
import java.util.Comparator;
import java.util.List;
import java.util.Map;

/**
 * Ranking of sources.
 *
 * <p>Sources are compared by source type, then by the request's overrides, then by the team's
 * priority (0 if none is set), then by provider slug.
 *
 * @param overrides slugs, best first
 * @param team priorities by slug; larger values win
 */
public record SourceRank(List<String> overrides, Map<String, Integer> team)
    implements Comparator<SourceRank.Source> {
  /** Source types, best first. */
  private static final List<SourceType> TYPES_BY_RANK =
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

  /** Attributes of a source that the ranking compares. */
  public record Source(String provider, SourceType type) {}

  public SourceRank {
    overrides = List.copyOf(overrides);
    team = Map.copyOf(team);
  }

  /** Returns a negative number if the first source is better. */
  @Override
  public int compare(Source a, Source b) {
    int byType = Integer.compare(TYPES_BY_RANK.indexOf(a.type()), TYPES_BY_RANK.indexOf(b.type()));
    if (byType != 0) {
      return byType;
    }
    int byOverride = Integer.compare(overrideIndex(a.provider()), overrideIndex(b.provider()));
    if (byOverride != 0) {
      return byOverride;
    }
    int byTeam = Integer.compare(priority(b), priority(a));
    return byTeam != 0 ? byTeam : a.provider().compareTo(b.provider());
  }

  /** Rule that decides between two sources. */
  public enum Reason {
    SOURCE_TYPE,
    OVERRIDE,
    TEAM_PRIORITY,
    PROVIDER_NAME
  }

  /** Returns the first rule by which the two sources differ. */
  public Reason reason(Source a, Source b) {
    if (a.type() != b.type()) {
      return Reason.SOURCE_TYPE;
    }
    if (overrideIndex(a.provider()) != overrideIndex(b.provider())) {
      return Reason.OVERRIDE;
    }
    return priority(a) != priority(b) ? Reason.TEAM_PRIORITY : Reason.PROVIDER_NAME;
  }

  /** Returns the team's priority of the source's provider; 0 if none is set. */
  public int priority(Source source) {
    return team.getOrDefault(source.provider(), 0);
  }

  private int overrideIndex(String provider) {
    int place = overrides.indexOf(provider);
    return place < 0 ? Integer.MAX_VALUE : place;
  }
}
