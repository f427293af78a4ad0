package io.tributary.sampleblock;

/** Merges new samples into a block. For samples with the same identity, the latest content wins. */
public final class BlockMerger {
  /** Effect of the merge on a given sample. */
  public enum Change {
    /** The sample already existed with the same content. */
    NONE,
    CREATED,
    UPDATED
  }

  private BlockMerger() {}

  /**
   * Result of a merge.
   *
   * @param block the old block itself if nothing changed
   * @param changes one entry per given sample
   */
  public record MergeResult(SampleBlock block, Change[] changes, boolean changed) {}

  /**
   * @param old the stored block; may be empty
   * @param added samples in ascending order, each identity once
   */
  public static MergeResult merge(SampleBlock old, SampleBlock added) {
    Change[] changes = new Change[added.size()];
    boolean changed = false;
    int i = 0;
    for (int j = 0; j < added.size(); j++) {
      while (i < old.size() && SampleBlock.compare(old, i, added, j) < 0) {
        i++;
      }
      if (i < old.size() && SampleBlock.compare(old, i, added, j) == 0) {
        changes[j] = SampleBlock.sameContent(old, i, added, j) ? Change.NONE : Change.UPDATED;
      } else {
        changes[j] = Change.CREATED;
      }
      changed |= changes[j] != Change.NONE;
    }
    return new MergeResult(changed ? merged(old, added, changes) : old, changes, changed);
  }

  private static SampleBlock merged(SampleBlock old, SampleBlock added, Change[] changes) {
    SampleBlock out = new SampleBlock(old.size() + added.size());
    int i = 0;
    for (int j = 0; j < changes.length; j++) {
      if (changes[j] == Change.NONE) {
        continue;
      }
      int from = i;
      while (i < old.size() && SampleBlock.compare(old, i, added, j) < 0) {
        i++;
      }
      out.addAll(old, from, i);
      if (changes[j] == Change.UPDATED) {
        i++;
      }
      out.add(added, j);
    }
    out.addAll(old, i, old.size());
    return out;
  }
}
