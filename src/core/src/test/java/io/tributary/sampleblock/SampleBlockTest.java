package io.tributary.sampleblock;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tributary.sampleblock.BlockMerger.Change;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

final class SampleBlockTest {
  private static final int CASES = 5_000;

  @Test
  void whatIsPackedComesBack() {
    Random random = new Random(7);
    for (int i = 0; i < CASES; i++) {
      List<SampleBlock.Row> rows = RandomBlockRows.random(random, random.nextInt(40));
      SampleBlock back =
          SampleBlockCodec.decode(SampleBlockCodec.encode(RandomBlockRows.block(rows)));
      assertEquals(rows, RandomBlockRows.rows(back), "case " + i);
    }
    System.out.println("BlockTest.whatIsPackedComesBack: " + CASES + " cases");
  }

  /** The oracle is a sorted map in which the last content of an identity wins. */
  @Test
  void aMergeIsAMapThatTellsWhatChanged() {
    Random random = new Random(11);
    for (int i = 0; i < CASES; i++) {
      TreeMap<String, SampleBlock.Row> oracle = new TreeMap<>();
      SampleBlock block = new SampleBlock(0);
      for (int round = 0; round < 4; round++) {
        List<SampleBlock.Row> given = RandomBlockRows.random(random, random.nextInt(12));
        List<Change> expected = new ArrayList<>();
        boolean any = false;
        for (SampleBlock.Row r : given) {
          SampleBlock.Row old = oracle.get(RandomBlockRows.key(r));
          Change change =
              old == null
                  ? Change.CREATED
                  : RandomBlockRows.same(old, r) ? Change.NONE : Change.UPDATED;
          expected.add(change);
          if (change != Change.NONE) {
            oracle.put(RandomBlockRows.key(r), r);
            any = true;
          }
        }
        BlockMerger.MergeResult outcome = BlockMerger.merge(block, RandomBlockRows.block(given));
        assertArrayEquals(expected.toArray(), outcome.changes());
        assertEquals(any, outcome.changed());
        if (!any) {
          assertSame(block, outcome.block());
        }
        block = SampleBlockCodec.decode(SampleBlockCodec.encode(outcome.block()));
        assertEquals(
            oracle.values().stream().sorted(RandomBlockRows.ORDER).toList(),
            RandomBlockRows.rows(block),
            "case " + i);
      }
    }
    System.out.println("BlockTest.aMergeIsAMapThatTellsWhatChanged: " + 4 * CASES + " cases");
  }

  @Test
  void aDenseHourOfHeartRatesIsSmall() {
    Random random = new Random(3);
    SampleBlock b = new SampleBlock(720);
    int bpm = 60;
    for (int i = 0; i < 720; i++) {
      bpm = Math.max(45, Math.min(180, bpm + random.nextInt(5) - 2));
      b.add(RandomBlockRows.plain(1_700_000_000_000_000L + i * 5_000_000L, bpm));
    }
    int bytes = SampleBlockCodec.encode(b).length;
    assertTrue(bytes < 2 * 720, bytes + " bytes");
  }

  @Test
  void bytesThatAreNoBlockAreRefused() {
    assertThrows(IllegalStateException.class, () -> SampleBlockCodec.decode(new byte[0]));
    assertThrows(IllegalStateException.class, () -> SampleBlockCodec.decode(new byte[] {9, 1}));
    byte[] whole =
        SampleBlockCodec.encode(RandomBlockRows.block(RandomBlockRows.random(new Random(1), 20)));
    assertThrows(
        IllegalStateException.class,
        () -> SampleBlockCodec.decode(Arrays.copyOf(whole, whole.length / 2)));
  }

  @Test
  void slotsCoverTimeBeforeTheEpochToo() {
    for (Map.Entry<Long, Integer> e :
        Map.of(0L, 0, -1L, -60, 3_599_999_999L, 0, 3_600_000_000L, 60).entrySet()) {
      assertEquals(
          e.getValue(),
          BlockInterval.slot(io.tributary.model.Resource.HEARTRATE, e.getKey()),
          "" + e);
    }
  }
}
