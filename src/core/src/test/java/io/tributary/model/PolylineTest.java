package io.tributary.model;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class PolylineTest {
  /** Decodes the encoder's output, independently of the encoder. */
  private static List<double[]> decode(String text) {
    List<double[]> out = new ArrayList<>();
    long[] at = new long[2];
    int i = 0;
    while (i < text.length()) {
      for (int axis = 0; axis < 2; axis++) {
        long bits = 0;
        int shift = 0;
        int c;
        do {
          c = text.charAt(i++) - 63;
          bits += (long) (c % 32) << shift;
          shift += 5;
        } while (c >= 32);
        at[axis] += bits % 2 == 0 ? bits / 2 : -(bits + 1) / 2;
      }
      out.add(new double[] {at[0] / 1e5, at[1] / 1e5});
    }
    return out;
  }

  @Test
  void thePublishedExampleIsEncodedAsPublished() {
    assertEquals(
        "_p~iF~ps|U_ulLnnqC_mqNvxq`@",
        Polyline.encode(
            new double[] {38.5, 40.7, 43.252}, new double[] {-120.2, -120.95, -126.453}));
  }

  @Test
  void placesComeBackWithinHalfAStepIn500Routes() {
    Random random = new Random(9);
    for (int n = 0; n < 500; n++) {
      int size = 1 + random.nextInt(40);
      double[] lat = random.doubles(size, -90, 90).toArray();
      double[] lng = random.doubles(size, -180, 180).toArray();
      List<double[]> back = decode(Polyline.encode(lat, lng));
      assertEquals(size, back.size());
      for (int i = 0; i < size; i++) {
        assertEquals(lat[i], back.get(i)[0], 0.50001e-5);
        assertEquals(lng[i], back.get(i)[1], 0.50001e-5);
      }
    }
  }

  private static WorkoutStream route(int points, Random random) {
    WorkoutStream.Builder b = WorkoutStream.builder();
    double lat = 50;
    double lng = 10;
    for (int i = 0; i < points; i++) {
      lat += random.nextDouble(-1e-4, 1e-4);
      lng += random.nextDouble(-1e-4, 2e-4);
      b.at(i).set(WorkoutStream.Channel.LAT, lat).set(WorkoutStream.Channel.LNG, lng);
    }
    return b.build();
  }

  @Test
  void theSummaryKeepsBothEndsAndIsShort() {
    for (int points : new int[] {2, 200, 201, 5000, 60_000}) {
      WorkoutStream stream = route(points, new Random(points));
      WorkoutSummary.RouteMap map = Polyline.of(stream);
      List<double[]> whole = decode(map.polyline());
      List<double[]> coarse = decode(map.summaryPolyline());
      assertEquals(Math.min(points, 10_000), whole.size());
      assertTrue(coarse.size() <= 200 && coarse.size() >= 2, points + ": " + coarse.size());
      assertEquals(whole.getFirst()[0], coarse.getFirst()[0]);
      assertEquals(whole.getLast()[0], coarse.getLast()[0]);
      assertEquals(whole.getLast()[1], coarse.getLast()[1]);
    }
  }

  @Test
  void onePlaceIsNoRoute() {
    assertNull(Polyline.of(route(1, new Random(1))));
    assertNull(Polyline.of(WorkoutStream.EMPTY));
  }
}
