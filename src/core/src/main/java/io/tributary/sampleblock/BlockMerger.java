package io.tributary.sampleblock;

/** Brings new samples into a block: the latest content of an identity wins. */
public final class BlockMerger {
  /** What happened to a sample that was given. */
  public enum Change {
    /** Known with the same content. */
    NONE,
    CREATED,
    UPDATED
  }

  private BlockMerger() {}

  /**
   * What comes of a merge.
   *
   * @param block the given old block itself when nothing has changed
   * @param changes one for each given sample
   */
  public record Outcome(SampleBlock block, Change[] changes, boolean changed) {}

  /**
   * @param old what is stored; may be empty
   * @param given ascending, each identity once
   */
  public static Outcome merge(SampleBlock old, SampleBlock given) {
    Change[] changes = new Change[given.size()];
    boolean changed = false;
    int i = 0;
    for (int j = 0; j < given.size(); j++) {
      while (i < old.size() && SampleBlock.compare(old, i, given, j) < 0) {
        i++;
      }
      if (i < old.size() && SampleBlock.compare(old, i, given, j) == 0) {
        changes[j] = SampleBlock.sameContent(old, i, given, j) ? Change.NONE : Change.UPDATED;
      } else {
        changes[j] = Change.CREATED;
      }
      changed |= changes[j] != Change.NONE;
    }
    return new Outcome(changed ? merged(old, given, changes) : old, changes, changed);
  }

  private static SampleBlock merged(SampleBlock old, SampleBlock given, Change[] changes) {
    SampleBlock out = new SampleBlock(old.size() + given.size());
    int i = 0;
    for (int j = 0; j < changes.length; j++) {
      if (changes[j] == Change.NONE) {
        continue;
      }
      int from = i;
      while (i < old.size() && SampleBlock.compare(old, i, given, j) < 0) {
        i++;
      }
      out.addAll(old, from, i);
      if (changes[j] == Change.UPDATED) {
        i++;
      }
      out.add(given, j);
    }
    out.addAll(old, i, old.size());
    return out;
  }
}
