package io.tapstate.job.history;
import java.util.*;
public class Probe { public static void main(String[] a) {
 long plan=0, hist=0, model=0, log=0; int bad=0; long docs=0, bytes=0, max=0, changes=0, maxDoc=0; int noDocs=0; Map<Feature,Integer> uses = new TreeMap<>();
 int n = Integer.parseInt(a[0]); int W=50;
 for (int s=0;s<n;s++) {
  long t0=System.nanoTime(); NestWorkspace w = RandomNest.of(s); var p = w.plan(); long t1=System.nanoTime();
  var made = RandomHistory.of(s,w,W,20,Set.of()); long t2=System.nanoTime();
  HistoryCase c = new HistoryCase(w,p,made.history(),w.features(),"seed "+s,false); long t3=System.nanoTime();
  Map<String,Integer> end=new HashMap<>(); c.logs().forEach((k,v)->end.put(k,v.size())); var d=c.documents(end); long t4=System.nanoTime();
  if (s>=n/2) {plan+=t1-t0; hist+=t2-t1; log+=t3-t2; model+=t4-t3;}
  c.logs().values().forEach(l->{}); for (var l: c.logs().values()) changes+=l.size();
  for (var e : d.entrySet()) { if (e.getValue().isEmpty()) noDocs++; docs+=e.getValue().size(); for (var x : e.getValue().entrySet()) {int len=io.tapstate.connectors.row.RowWriter.encode(x.getValue()).length; bytes+=len; if(len>maxDoc){maxDoc=len; System.out.println("seed "+s+" nest "+e.getKey()+" doc "+len);} if (c.world(e.getKey(),x.getKey())<0) throw new Error("world "+s);} }
  HistoryCase judged = new HistoryCase(w,p,made.history(),w.features(),"seed "+s,true); if(!judged.sound()) {bad++; System.out.println("unsound "+s);}
  for (Feature f : w.features()) uses.merge(f,1,Integer::sum); for (Feature f : made.features()) uses.merge(f,1,Integer::sum);
 }
 int h=n-n/2; System.out.printf("plan %.2fms hist/world %.3fms log/world %.3fms model/world %.3fms; changes/case %d docs/case %d bytes/doc %d empty nests %d unsound %d%n", plan/1e6/h, hist/1e6/h/W, log/1e6/h/W, model/1e6/h/W, changes/n, docs/n, bytes/Math.max(1,docs), noDocs, bad);
 System.out.println(uses);
}}
